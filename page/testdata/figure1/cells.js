// The page after Figure 1 of JSEFT, without jQuery.
var currentDim = 20;

function find(id) {
  return document.getElementById(id);
}

function cellClicked() {
  const inner = document.createElement('button');
  inner.id = 'divElem';
  inner.textContent = 'Inner';
  if (this.id === 'cell0') {
    this.after(inner);
    inner.onclick = setup;
  } else if (this.id === 'cell1') {
    this.after(inner);
    inner.onclick = () => setDim(20);
  }
}

function setup() {
  setDim(10);
  find('startCell').onclick = start;
}

function setDim(dimension) {
  const end = find('endCell');
  const dim = (end.offsetWidth + end.offsetHeight) / dimension;
  currentDim += dim;
  end.style.height = dim + 'px';
  return dim;
}

function start() {
  if (currentDim > 40) this.style.height = currentDim + 'px';
  else this.remove();
}

document.addEventListener('DOMContentLoaded', () => {
  find('cell0').addEventListener('click', cellClicked);
  find('cell1').addEventListener('click', cellClicked);
});
