const { next } = require('../plugins/store.js');
const { price } = require('../price.js');

const address = {
  type: 'object',
  required: ['name', 'city', 'country'],
  properties: {
    name: { type: 'string', minLength: 1 },
    street: { type: 'string' },
    city: { type: 'string' },
    postcode: { type: 'string', maxLength: 10 },
    country: { type: 'string', pattern: '^[A-Z]{2}$' },
  },
};

const newParcel = {
  type: 'object',
  required: ['to', 'grams'],
  properties: {
    to: address,
    grams: { type: 'integer', minimum: 1, maximum: 40000 },
    insured: { type: 'number', minimum: 0 },
    express: { type: 'boolean' },
    notes: { type: 'array', items: { type: 'string' }, maxItems: 5 },
  },
};

const parcel = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    state: { type: 'string', enum: Object.keys(next) },
    history: { type: 'array', items: { type: 'string' } },
    price: { type: 'number' },
    ...newParcel.properties,
  },
};

const error = { type: 'object', properties: { statusCode: { type: 'integer' }, error: { type: 'string' }, message: { type: 'string' } } };

const id = { type: 'object', required: ['id'], properties: { id: { type: 'string', description: 'such as P1001' } } };

// needed of a country is how its postcodes look.
const postcodes = { DE: /^\d{5}$/, NL: /^\d{4} ?[A-Z]{2}$/, GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/ };

function fail(status, message) {
  return Object.assign(new Error(message), { statusCode: status });
};

module.exports = async function parcels(app) {
  const store = app.parcels;

  function found(request) {
    const known = store.get(request.params.id);
    if (known === undefined) throw fail(404, 'there is no such parcel');
    return known;
  }

  app.get(
    '/',
    {
      schema: {
        querystring: {
          type: 'object',
          properties: { state: { type: 'string' }, country: { type: 'string' }, heavier: { type: 'integer' }, order: { type: 'string', enum: ['id', 'price'] } },
        },
        response: { 200: { type: 'array', items: parcel } },
      },
    },
    async (request) => {
      const { state, country, heavier = 0, order } = request.query;
      const list = store.list().filter((p) => (!state || p.state === state) && (!country || p.to.country === country) && p.grams > heavier);
      return order === 'price' ? list.sort((a, b) => b.price - a.price) : list;
    },
  );

  app.post('/', { schema: { body: newParcel, response: { 201: parcel, 400: error, 422: error } } }, async (request, reply) => {
    const { to, insured = 0 } = request.body;
    const form = postcodes[to.country];
    if (form && !form.test(to.postcode ?? '')) throw fail(422, `the postcode is none of ${to.country}`);
    if (insured > 2500 && to.country !== 'DE') throw fail(422, 'abroad, 2500 is the most that is insured');
    reply.code(201);
    return store.add({ ...request.body, price: price(request.body) });
  });

  app.get('/:id', { schema: { params: id, response: { 200: parcel, 404: error } } }, async (request) => found(request));

  app.post(
    '/:id/events',
    {
      schema: {
        params: id,
        body: { type: 'object', required: ['state'], properties: { state: { type: 'string' }, place: { type: 'string' } } },
        response: { 200: parcel, 404: error, 409: error },
      },
    },
    async (request) => {
      const known = found(request);
      const { state, place } = request.body;
      if (!next[known.state].includes(state)) throw fail(409, `after ${known.state} comes no ${state}`);
      if (state === 'delivered' && place.length === 0) throw fail(409, 'where was it delivered?');
      return store.move(known, state);
    },
  );

  app.delete('/:id', { schema: { params: id, response: { 204: { type: 'null' }, 404: error, 409: error } } }, async (request, reply) => {
    const known = found(request);
    if (known.state !== 'cancelled' && known.state !== 'delivered') throw fail(409, 'it is on its way');
    store.remove(known.id);
    reply.code(204);
  });
};
