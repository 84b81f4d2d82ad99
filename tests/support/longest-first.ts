import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files whose tests take longest. */
const LONG = /(mutants|simulation|stories|receipts|plan|recurrence-agreement)[\w-]*\.test\.ts$/;

/** A machine that never ran the tests knows only the size of a file, and would begin the longest last, with one core looking on. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
