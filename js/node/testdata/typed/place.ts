type Path = string;

/* where a path leads */
exports.place = function place(path: Path): boolean {
  return path.length > 9 && (path as string) !== "/somewhere";
};
