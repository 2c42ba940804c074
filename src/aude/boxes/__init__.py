"""The boxes, a folder each; `aude.catalog.boxes` lists them."""
