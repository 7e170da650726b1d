const plugin = require('fastify-plugin');

// The states of a parcel, and which ones follow.
const next = {
  accepted: ['sorted', 'cancelled'],
  sorted: ['sent'],
  sent: ['delivered', 'returned'],
  delivered: [],
  returned: ['sorted'],
  cancelled: [],
};

async function store(app) {
  const parcels = new Map();
  let number = 1000;
  app.decorate('parcels', {
    add(parcel) {
      const id = `P${++number}`;
      const added = { id, state: 'accepted', history: ['accepted'], ...parcel };
      parcels.set(id, added);
      return added;
    },
    get: (id) => parcels.get(id),
    list: () => Array.from(parcels.values()),
    move(parcel, state) {
      parcel.state = state;
      parcel.history.push(state);
      return parcel;
    },
    remove: (id) => parcels.delete(id),
  });
}

module.exports = plugin(store);
module.exports.next = next;
