import { describeRandomCalls } from './rest-fuzz.ts';

// `npm run test:deep` asks thousands.
describeRandomCalls([1], 120);
