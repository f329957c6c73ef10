// A life of the interface, good calls and bad ones. `call` notes a status other than expected, and any violation of the
// description; `lax` expects one.
const UNKNOWN_ID = '6f1c2a52-7f0b-4a57-9a8e-0d9f3c7b1e10';

export async function play(world) {
  const people = await playPeople(world);
  await playKeys(world, people);
  await playLocks(world);
  await playEmergencies(world);
  await playWebhooks(world);
  await playEvents(world, people);
  await playChanges(world);
  await playRefusals(world);
}

async function playPeople({ call, site }) {
  const anna = {
    name: 'Anna Aho',
    email: 'anna@acme.example',
    phone: '+358401234567',
    company_name: 'Acme',
    title: 'Caretaker',
    language: 'fi',
    location_id: site.locations.lab,
  };
  const key = { 'idempotency-key': 'person-1' };
  const person = await call('POST', '/people', { body: anna, headers: key, expect: 201 });
  await call('POST', '/people', { body: anna, headers: key, expect: 201 });
  await call('POST', '/people', { body: { ...anna, name: 'Other' }, headers: key, expect: 409 });
  await call('POST', '/people', { body: anna, expect: 200 });
  const bo = await call('POST', '/people', { body: { name: 'Bo' }, expect: 201 });
  for (const query of [
    '',
    '?limit=1',
    '?q=ann',
    '?email=anna%40acme.example',
    '?phone=%2B358401234567',
    `?location_id=${site.locations.lab}`,
  ])
    await call('GET', `/people${query}`, { expect: 200 });
  const page = await call('GET', '/people?limit=1', { expect: 200 });
  await call('GET', `/people?limit=1&cursor=${page.next_cursor}`, { expect: 200 });
  await call('GET', `/people/${person.id}`, { expect: 200 });
  await call('GET', `/people/${UNKNOWN_ID}`, { expect: 404 });
  await call('PUT', `/people/${person.id}`, { body: { title: '' }, expect: 200 });
  await call('PUT', `/people/${person.id}`, { body: {}, expect: 422 });
  await call('PUT', `/people/${site.people.managed}`, { body: { title: 'x' }, expect: 403 });
  await call('DELETE', `/people/${site.people.managed}`, { expect: 403 });
  await call('DELETE', `/people/${bo.id}`, { expect: 204 });
  await call('DELETE', `/people/${bo.id}?hard=true`, { expect: 204 });
  await call('POST', '/people', { body: { name: 'Admin', email: 'x', foo: 1 }, expect: 422 });
  return person;
}

async function playKeys({ call }, person) {
  const wanted = { person_id: person.id, name: 'Front doors', security_groups: ['STAFF'], channel: 'both' };
  const key = await call('POST', '/keys', { body: wanted, expect: 201 });
  const ending = { ...wanted, starts_at: '2030-01-01T00:00:00Z', expires_at: '2031-01-01T00:00:00+02:00' };
  const other = await call('POST', '/keys', { body: ending, expect: 201 });
  await call('POST', '/keys', { body: { ...wanted, security_groups: ['NOPE'] }, expect: 422 });
  for (const query of ['', `?person_id=${person.id}`, '?state=none', '?state=returned&limit=1'])
    await call('GET', `/keys${query}`, { expect: 200 });
  await call('GET', `/keys/${key.id}`, { expect: 200 });
  await call('GET', '/keys/2147483647', { expect: 404 });
  await call('PATCH', `/keys/${other.id}`, { body: { name: 'Other', expires_at: null }, expect: 200 });
  for (const query of ['', '?state=pending', `?key_id=${key.id}`, `?person_id=${person.id}`])
    await call('GET', `/invitations${query}`, { expect: 200 });
  const invitation = `/invitations/${key.invitation.id}`;
  await call('GET', invitation, { expect: 200 });
  await call('POST', `${invitation}/resend`, { expect: 200 });
  await call('DELETE', invitation, { expect: 200 });
  await call('DELETE', invitation, { expect: 409 });
  await call('POST', `${invitation}/resend`, { expect: 409 });
  await call('DELETE', `/keys/${other.id}`, { expect: 200 });
  await call('PATCH', `/keys/${other.id}`, { body: { name: 'x' }, expect: 422 });
}

async function playLocks({ call, site }) {
  const { main, side, archive } = site.locks;
  for (const query of ['', '?type=remote', '?security_group=STAFF', `?location_id=${site.locations.lab}`])
    await call('GET', `/locks${query}`, { expect: 200 });
  await call('GET', `/locks/${main}`, { expect: 200 });
  await call('GET', `/locks/${archive}`, { expect: 200 });
  await call('GET', '/locks/2147483647', { expect: 404 });
  await call('GET', '/security_groups', { expect: 200 });
  await call('GET', `/security_groups?lock_id=${main}`, { expect: 200 });
  for (const query of ['', '?limit=1']) await call('GET', `/gateways${query}`, { expect: 200 });
  const unlocked = await call('POST', `/locks/${main}/unlock`, { body: { reason: 'contract' }, expect: 202 });
  await follow(call, main, unlocked);
  await call('POST', `/locks/${main}/unlock`, { expect: 202 });
  await call('POST', `/locks/${side}/unlock`, { body: {}, expect: 403 });
  await call('POST', `/locks/${archive}/unlock`, { body: {}, expect: 409 });
  await call('GET', `/locks/${main}/commands/${UNKNOWN_ID}`, { expect: 404 });
  const end = '2099-01-01T00:00:00Z';
  for (const body of [{ mode: 'stay_open', expires_at: end }, { mode: 'closed' }, { mode: 'auto' }]) {
    const command = await call('POST', `/locks/${main}/door-mode`, { body, expect: 202 });
    await follow(call, main, command);
    await call('GET', `/locks/${main}`, { expect: 200 });
  }
  await call('POST', `/locks/${main}/door-mode`, { body: { mode: 'ajar' }, expect: 422 });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const maintenance = { until, reason: 'contract' };
  await call('PUT', `/locks/${main}/maintenance`, { body: maintenance, expect: 200 });
  await call('GET', `/locks/${main}`, { expect: 200 });
  await call('PUT', `/locks/${main}/maintenance`, { body: { ...maintenance, until: end }, expect: 422 });
  await call('PUT', `/locks/${side}/maintenance`, { body: maintenance, expect: 403 });
  await call('PUT', `/locks/${archive}/maintenance`, { body: maintenance, expect: 409 });
  await call('PUT', '/locks/2147483647/maintenance', { body: maintenance, expect: 404 });
  for (const lock of [main, main]) await call('DELETE', `/locks/${lock}/maintenance`, { expect: 200 });
}

async function playEmergencies({ call, site }) {
  const { hq, yard } = site.locations;
  const at = `/locations/${yard}/emergency`;
  const wanted = (mode, more = {}) => ({ mode, reason: 'contract', ...more });
  const headers = { 'idempotency-key': 'emergency-1' };
  await call('POST', at, { body: wanted('none'), expect: 409 });
  for (const body of [wanted('lockdown', { drill: true }), wanted('lockdown'), wanted('evacuation')]) {
    const { id } = await call('POST', at, { body, headers: body.drill ? headers : {}, expect: 202 });
    const { counts } = await call('GET', `/emergencies/${id}?wait=10`, { expect: 200 });
    if (counts.confirmed !== 1) throw new Error(`counts of a ${body.mode}: ${JSON.stringify(counts)}`);
    if (body.mode === 'lockdown' && !body.drill)
      await call('POST', `/locks/${site.locks.gate}/unlock`, { expect: 409 });
  }
  await call('POST', at, { body: wanted('evacuation'), expect: 200 });
  await call('POST', at, { body: wanted('lockdown', { drill: true }), expect: 409 });
  await call('POST', at, { body: wanted('none'), expect: 200 });
  await call('POST', at, { body: wanted('panic'), expect: 422 });
  await call('POST', `/locations/${hq}/emergency`, { body: wanted('lockdown'), expect: 403 });
  await call('POST', '/locations/2147483647/emergency', { body: wanted('lockdown'), expect: 404 });
  const page = await call('GET', '/emergencies?limit=2', { expect: 200 });
  await call('GET', `/emergencies?limit=2&cursor=${page.next_cursor}`, { expect: 200 });
  await call('GET', `/emergencies/${UNKNOWN_ID}`, { expect: 404 });
  await call('GET', `/emergencies/${UNKNOWN_ID}?wait=31`, { expect: 400 });
}

async function follow(call, lock, { id }) {
  const { status } = await call('GET', `/locks/${lock}/commands/${id}?wait=10`, { expect: 200 });
  if (status !== 'confirmed') throw new Error(`a command of lock ${lock} ended as ${status}`);
}

async function playChanges({ call }) {
  const status = await call('GET', '/status', { expect: 200 });
  const page = await call('GET', '/changes?limit=2', { expect: 200 });
  for (const query of [
    `?after=${page.next_cursor}`,
    `?after=${status.oldest_cursor}&types=access.granted,person.created&limit=500`,
    '?after=now&wait=1',
  ])
    await call('GET', `/changes${query}`, { expect: 200 });
  for (const query of ['?wait=31', '?limit=0', '?types=door.melted', '?after=made-up'])
    await call('GET', `/changes${query}`, { expect: 400 });
}

async function playWebhooks({ call, hook }) {
  const wanted = { url: hook, events: ['person.created'], description: 'contract' };
  const headers = { 'idempotency-key': 'hook-1' };
  const made = await call('POST', '/webhooks', { body: wanted, headers, expect: 201 });
  await call('POST', '/webhooks', { body: wanted, headers, expect: 201 });
  await call('POST', '/webhooks', { body: { ...wanted, url: 'ftp://x' }, expect: 422 });
  await call('GET', '/webhooks', { expect: 200 });
  const path = `/webhooks/${made.id}`;
  await call('GET', path, { expect: 200 });
  await call('GET', `/webhooks/${UNKNOWN_ID}`, { expect: 404 });
  await call('POST', `${path}/rotate-secret`, { expect: 200 });
  await call('POST', `/webhooks/${UNKNOWN_ID}/rotate-secret`, { expect: 404 });
  const ping = await call('POST', `${path}/ping`, { expect: 200 });
  await call('POST', '/people', { body: { name: 'Cia' }, expect: 201 });
  for (const query of ['', '?event_type=ping', '?status=delivered&since=2026-01-01T00:00:00Z', '?limit=1'])
    await call('GET', `${path}/deliveries${query}`, { expect: 200 });
  await call('POST', `${path}/deliveries/${ping.id}/redeliver`, { expect: 202 });
  await call('POST', `${path}/deliveries/${UNKNOWN_ID}/redeliver`, { expect: 404 });
  await call('PATCH', path, { body: { status: 'paused', description: '' }, expect: 200 });
  await call('POST', `${path}/deliveries/${ping.id}/redeliver`, { expect: 409 });
  await call('PATCH', path, { body: { status: 'active', events: ['*'] }, expect: 200 });
  await call('DELETE', path, { expect: 204 });
  await call('DELETE', path, { expect: 404 });
}

async function playEvents({ call, site }, person) {
  const since = 'since=2026-01-01T00:00:00Z';
  for (const query of [
    '',
    `?${since}&order=asc&limit=1`,
    `?until=2099-01-01T00:00:00Z&lock_id=${site.locks.main}`,
    '?type=access.granted,door.closed',
    `?person_id=${person.id}`,
  ]) {
    await call('GET', `/events${query}`, { expect: 200 });
    await call('GET', `/door_events${query}`, { expect: 200 });
  }
  // More than the description promises: the proxy must say so, or it is not looking.
  await call('GET', '/events?since=2026-01-01T00:00Z', { lax: true, expect: 200 });
  const { data } = await call('GET', '/events?type=access.granted', { expect: 200 });
  if (data.length === 0) throw new Error('no access.granted after a confirmed unlock');
  const doors = await call('GET', '/door_events', { expect: 200 });
  if (doors.data.length === 0) throw new Error('no door event after a hold');
}

async function playRefusals({ call, site }) {
  await call('GET', '/openapi.json', { token: null, expect: 200 });
  await call('GET', '/locks', { token: null, expect: 401 });
  await call('GET', '/locks', { token: 'wrong', expect: 401 });
  await call('GET', '/people', { token: site.api_keys.reader.token, expect: 403 });
  await call('GET', '/locks?foo=1', { expect: 400 });
  await call('GET', '/locks?cursor=x', { expect: 400 });
  await call('GET', '/locks/x', { expect: 400 });
  const body = { name: 'Dan' };
  await call('POST', '/people', { body, headers: { 'idempotency-key': 'not valid' }, expect: 400 });
}
