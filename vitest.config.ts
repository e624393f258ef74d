import { defineConfig } from 'vitest/config';

const source = { ssr: { resolve: { conditions: ['source'] } }, resolve: { conditions: ['source'] } };

export default defineConfig({
  test: {
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          env: { CUSP_LOG_LEVEL: 'silent' },
          include: ['{shared,services}/*/test/**/*.test.ts', 'orchestrator/test/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        ...source,
        test: {
          name: 'integration',
          include: ['integration-tests/**/*.test.ts'],
          testTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
