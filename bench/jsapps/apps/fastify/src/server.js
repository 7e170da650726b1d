import { build } from './app.js';

const app = await build({ logger: { level: process.env.LOG_LEVEL ?? 'warn' } });
await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' });
