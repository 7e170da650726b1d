export class View {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.reset();
  }

  reset() {
    this.scale = 1;
    this.x = 0;
    this.y = 0;
  }

  move(dx, dy) {
    this.x += dx;
    this.y += dy;
  }

  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const scale = this.scale * factor;
    if (scale > 64 || scale < 1 / 16) {
      return false;
    }
    this.x = x - (x - this.x) * factor;
    this.y = y - (y - this.y) * factor;
    this.scale = scale;
    return true;
  }

  parse(text) {
    const match = /^(-?[\d.]+),(-?[\d.]+) x([\d.]+)$/.exec(text);
    if (!match) {
      return;
    }
    this.x = Number(match[1]);
    this.y = Number(match[2]);
    this.scale = Number(match[3]) || 1;
  }

  toString() {
    const round = (n) => Math.round(n * 100) / 100;
    return `${round(this.x)},${round(this.y)} x${round(this.scale)}`;
  }
}
