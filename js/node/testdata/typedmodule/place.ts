export interface Answer {
  readonly far: boolean;
}

export function place(path: string): boolean {
  return path.length > 9 && (path as string) !== "/somewhere";
}
