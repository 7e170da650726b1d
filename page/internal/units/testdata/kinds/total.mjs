export function total(list) {
  let sum = 0;
  for (const n of list) sum += n;
  return sum;
}

export default function whole(list) {
  return 'total ' + total(list);
}
