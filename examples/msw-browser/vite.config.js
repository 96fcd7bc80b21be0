import { msw } from 'msw/vite';
import { defineConfig } from 'vite';

/** Lets the page lose what the simulator loses; by itself Vite answers 502, or leaves a stream open that broke off. */
function loseConnections(proxy) {
  proxy.on('error', (_error, _request, response) => response.destroy());
  proxy.on('proxyRes', (answer, _request, response) => {
    answer.on('close', () => answer.complete || response.destroy());
  });
}

export default defineConfig({
  plugins: [msw({ mode: 'worker-only' })],
  server: {
    proxy: {
      '/simulator': {
        target: process.env.SIMULATOR_URL,
        rewrite: (path) => path.slice('/simulator'.length),
        configure: loseConnections,
      },
    },
  },
});
