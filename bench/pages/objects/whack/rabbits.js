/** A burrow out of which a rabbit, a golden rabbit or a fox may come. */
class Burrow {
  constructor(index, meadow) {
    this.index = index;
    this.kind = null;
    this.left = 0;
    this.element = document.createElement("div");
    this.element.className = "burrow";
    this.element.style.left = 20 + (index % 3) * 130 + "px";
    this.element.style.top = 20 + Math.floor(index / 3) * 90 + "px";
    meadow.appendChild(this.element);
  }

  get busy() {
    return this.kind !== null;
  }

  show(kind, time) {
    this.kind = kind;
    this.left = time;
    const rabbit = document.createElement("div");
    rabbit.className = "rabbit";
    if (kind !== "rabbit") {
      rabbit.classList.add(kind);
    }
    this.element.appendChild(rabbit);
  }

  hide() {
    this.kind = null;
    this.element.innerHTML = "";
  }

  hit() {
    const kind = this.kind;
    if (kind === null) {
      return null;
    }
    this.element.firstChild.classList.add("hit");
    this.kind = null;
    setTimeout(() => {
      this.element.innerHTML = "";
    }, 200);
    return kind;
  }

  /** Counts down, and says whether an animal ran away. */
  pass() {
    if (!this.busy) {
      return false;
    }
    this.left--;
    if (this.left > 0) {
      return false;
    }
    this.hide();
    return true;
  }
}

class Meadow {
  constructor(element, onHit) {
    this.element = element;
    element.innerHTML = "";
    this.burrows = [];
    for (let i = 0; i < 9; i++) {
      const burrow = new Burrow(i, element);
      burrow.element.addEventListener("click", () => onHit(burrow));
      this.burrows.push(burrow);
    }
  }

  free() {
    return this.burrows.filter((burrow) => !burrow.busy);
  }

  appear(chance, time) {
    const free = this.free();
    if (free.length === 0) {
      return;
    }
    const burrow = free[Math.floor(Math.random() * free.length)];
    const dice = Math.random();
    if (dice < chance.gold) {
      burrow.show("gold", Math.ceil(time / 2));
    } else if (dice < chance.gold + chance.fox) {
      burrow.show("fox", time);
    } else {
      burrow.show("rabbit", time);
    }
  }

  pass() {
    let gone = 0;
    for (const burrow of this.burrows) {
      const kind = burrow.kind;
      if (burrow.pass() && kind !== "fox") {
        gone++;
      }
    }
    return gone;
  }

  clear() {
    this.burrows.forEach((burrow) => burrow.hide());
  }
}
