export interface Me {
  id: string;
  name: string;
  link: string;
}
