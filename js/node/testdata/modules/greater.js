export const greater = (n) => n > 3;
