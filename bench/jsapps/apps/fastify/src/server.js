const { build } = require('./app.js');

async function main() {
  const app = await build({ logger: { level: process.env.LOG_LEVEL ?? 'warn' } });
  await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' });
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
