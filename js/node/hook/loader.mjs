// Files that import loads, in the thread of the loader.
import channel from "./channel.cjs";

let own;
let asked;
let round;

export async function initialize({ settings, asksIn, asksOut, lock, ...more }) {
  round = more.round;
  own = channel.owned(settings);
  asked = (name, module, source) => channel.ask(asksIn, asksOut, lock, name, module, source);
}

export async function resolve(name, context, next) {
  return channel.renewed(await next(name, context), own, round);
}

export async function load(url, context, next) {
  return channel.probed(await next(url, context), url, own, asked);
}
