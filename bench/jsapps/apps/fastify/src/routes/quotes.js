const { price } = require('../price.js');

module.exports = async function quotes(app) {
  app.get(
    '/',
    {
      schema: {
        querystring: {
          type: 'object',
          required: ['country', 'grams'],
          properties: { country: { type: 'string' }, grams: { type: 'integer' }, express: { type: 'boolean' }, coupon: { type: 'string' } },
        },
        response: {
          200: { type: 'object', required: ['price'], properties: { price: { type: 'number' }, days: { type: 'integer' } } },
        },
      },
    },
    async ({ query }) => {
      let total = price({ to: { country: query.country }, grams: query.grams, express: query.express });
      const found = /^(SPRING|AUTUMN)-(\d{2})$/.exec(query.coupon ?? '');
      if (found) total -= (total * Number(found[2])) / 100;
      return { price: total, days: query.express ? 1 : 3 };
    },
  );
};
