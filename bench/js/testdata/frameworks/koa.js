const Koa = require("koa");
const Router = require("@koa/router");
const body = require("koa-bodyparser");

// It reads what its description does not have.
const router = new Router();
router.get("/query", (ctx) => (ctx.status = ctx.query.color === "magenta" ? 201 : 200));
router.get("/head", (ctx) => (ctx.status = ctx.get("X-Mode") === "turbo" ? 202 : 200));
router.get("/cookie", (ctx) => (ctx.status = ctx.cookies.get("flavour") === "vanilla" ? 203 : 200));
router.post("/body", (ctx) => {
  const { kind, legs } = ctx.request.body || {};
  ctx.status = kind === "reptile" && legs === 4 ? 206 : 200;
});
new Koa().use(body()).use(router.routes()).listen(3000);
