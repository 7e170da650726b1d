const radians = (degrees) => (degrees * Math.PI) / 180;

function line(context, x, y, length, angle, width) {
  const tox = x + length * Math.cos(angle);
  const toy = y - length * Math.sin(angle);
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(tox, toy);
  context.stroke();
  return [tox, toy];
}

function leaf(context, x, y) {
  context.fillStyle = "#6a3";
  context.beginPath();
  context.arc(x, y, 2, 0, 2 * Math.PI);
  context.fill();
}

function branch(context, settings, x, y, length, angle, depth, parts) {
  if (depth === 0) {
    if (settings.leaves) {
      leaf(context, x, y);
    }
    return;
  }
  const end = line(context, x, y, length, angle, depth / 2);
  for (let i = 0; i < parts; i++) {
    const turn = radians(settings.angle) * (i - (parts - 1) / 2) * 2;
    branch(context, settings, end[0], end[1], length * 0.72, angle + turn, depth - 1, parts);
  }
}

function koch(context, x, y, length, angle, depth) {
  if (depth <= 1) {
    return line(context, x, y, length, angle, 1);
  }
  let at = [x, y];
  for (const turn of [0, 60, -120, 60]) {
    angle += radians(turn);
    at = koch(context, at[0], at[1], length / 3, angle, depth - 1);
  }
  return at;
}

function escape(re, im, most) {
  let x = 0;
  let y = 0;
  for (let n = 0; n < most; n++) {
    const square = x * x - y * y + re;
    y = 2 * x * y + im;
    x = square;
    if (x * x + y * y > 4) {
      return n;
    }
  }
  return -1;
}

export const kinds = {
  tree(context, settings) {
    branch(context, settings, 160, 230, 60, Math.PI / 2, settings.depth, 2);
  },
  bush(context, settings) {
    branch(context, settings, 160, 230, 60, Math.PI / 2, Math.min(settings.depth, 6), 3);
  },
  koch(context, settings) {
    koch(context, 20, 180, 280, 0, Math.min(settings.depth, 6));
  },
  mandelbrot(context, settings) {
    const size = 12 - settings.depth;
    for (let x = 0; x < 320; x += size) {
      for (let y = 0; y < 240; y += size) {
        const n = escape((x - 220) / 100, (y - 120) / 100, settings.depth * 8);
        if (n < 0) {
          context.fillStyle = settings.colour;
        } else {
          context.fillStyle = `hsl(${n * 20}, 60%, 50%)`;
        }
        context.fillRect(x, y, size, size);
      }
    }
  },
};
