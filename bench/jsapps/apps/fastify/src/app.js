const swagger = require('@fastify/swagger');
const Fastify = require('fastify');
const parcels = require('./routes/parcels.js');
const quotes = require('./routes/quotes.js');
const store = require('./plugins/store.js');

async function build(options) {
  const app = Fastify(options);
  await app.register(swagger, {
    openapi: { openapi: '3.0.3', info: { title: 'Parcels', description: 'Parcels on their way', version: '1.0.0' } },
  });
  await app.register(store);
  await app.register(parcels, { prefix: '/parcels' });
  await app.register(quotes, { prefix: '/quotes' });
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
  return app;
}

module.exports = { build };
