/** @typedef {'requests' | 'calls' | 'jobs' | 'deliveries' | 'arrange'} View */

/**
 * What the page shows, as its address says it: an account, one of its views, and an item of that; empty texts where none was chosen.
 *
 * @typedef {{ account: string, view: View, item: string }} Place
 */

/** @type {readonly { readonly view: View, readonly title: string }[]} */
export const views = [
  { view: 'requests', title: 'Requests' },
  { view: 'calls', title: 'Endpoint calls' },
  { view: 'jobs', title: 'Jobs' },
  { view: 'deliveries', title: 'Deliveries' },
  { view: 'arrange', title: 'Arrange' },
];

/**
 * @param {string} hash such as `#acc_1/requests/12`
 * @returns {Place}
 */
export function placeOf(hash) {
  const [account = '', wanted = '', item = ''] = hash.slice(1).split('/').map(decodeURIComponent);
  return { account, view: views.find(({ view }) => view === wanted)?.view ?? 'requests', item };
}

/** @param {Place} place */
export function hashOf({ account, view, item }) {
  return `#${[account, view, ...(item === '' ? [] : [item])].map(encodeURIComponent).join('/')}`;
}
