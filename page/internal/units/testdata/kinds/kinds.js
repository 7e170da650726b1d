class Cart {
  constructor(limit) {
    this.limit = limit;
    this.items = [];
  }

  add(item) {
    if (this.items.length < this.limit) this.items.push(item);
    return this.items.length;
  }

  get full() {
    return this.items.length >= this.limit;
  }

  fill() {
    this.items = ['all'];
  }

  set last(item) {
    this.items[this.items.length - 1] = item;
  }
}

function Counter() {
  this.n = 1;
  this.more = function (by) {
    this.n += by;
  };
}

var shop = {
  open: false,
  toggle() {
    this.open = !this.open;
  },
};

async function later(n) {
  await null;
  if (n > 3) throw new RangeError('too many');
  return n + 1;
}

function* upTo(n) {
  for (let i = 1; i <= n; i++) yield i;
}

function* evens() {
  for (let i = 0; ; i += 2) yield i;
}

function coin() {
  return Math.random() < 0.5 ? 'heads' : 'tails';
}

function pressed(event) {
  if (event.key === 'a') document.querySelector('#out').textContent = event.target.id + ' has an ' + event.key;
}

function jQuery(elements) {
  if (!new.target) return new jQuery(elements);
  [].push.apply(this, elements);
}
jQuery.prototype.length = 0;

function mark(wrapped) {
  const name = 'on';
  Array.from(wrapped).forEach((e) => (e.className = name));
}

function delayed() {
  setTimeout(() => {}, 1000);
  return 7;
}

document.querySelector('#field').addEventListener('keydown', pressed);
document.querySelector('#go').addEventListener('click', () => {
  const cart = new Cart(2);
  cart.add('pen');
  cart.last = 'ink';
  cart.fill();
  cart.items.pop();
  if (!cart.full) shop.toggle();
  new Counter().more(3);
  later(1);
  later(5).catch(() => {});
  [...upTo(2)];
  evens().next();
  coin();
  mark(jQuery([document.querySelector('#out')]));
  delayed();
});
