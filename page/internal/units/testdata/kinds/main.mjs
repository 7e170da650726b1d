import whole, { total } from './total.mjs';

document.querySelector('#go').addEventListener('click', () => whole([2, total([3, 4])]));
