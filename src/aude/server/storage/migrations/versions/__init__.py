"""One module for each change of the schema. What has been released is never edited: a change is a new module."""
