import type { Theme } from './theme.ts';

/** Two gateways work for one database: what one has done and not committed yet is not there for the other, and one that dies takes it along. */
export const twoGateways: Theme = {
  name: 'two gateways on one database',
  tells: ['late commit', 'gateway died'],
  needs: 'postgres',
  hasTwoGateways: true,
};
