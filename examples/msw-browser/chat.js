/** The application: it knows the gateway's own address alone. */
const { apiKey, model } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const outcome = document.querySelector('#outcome');

/** Shows what arrives as it arrives. */
async function show(body) {
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const item = document.createElement('li');
    item.textContent = piece;
    document.querySelector('#pieces').append(item);
  }
}

try {
  const answer = await fetch('https://api.example.test/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'One two three.' }] }),
  });
  await show(answer.body);
  outcome.textContent = `status ${answer.status}, request id ${answer.headers.get('x-svc-request-id')}`;
} catch (error) {
  outcome.textContent = String(error);
}
