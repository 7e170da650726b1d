const Koa = require("koa");
const app = new Koa();
app.use(require("koa-bodyparser")({ enableTypes: ["form"] }));
app.use((ctx) => {
  ctx.status = 200;
  if (ctx.path === "/cookie" && ctx.cookies.get("flavour") === "vanilla") ctx.status = 203;
  if (ctx.path === "/body" && ctx.request.body.kind === "reptile") ctx.status = 206;
  ctx.body = "";
});
app.listen(3000);
