import { describeRandomCalls } from '#tests/backend/rest-fuzz.ts';

describeRandomCalls(
  Array.from({ length: 10 }, (_, index) => 100 + index),
  400,
);
