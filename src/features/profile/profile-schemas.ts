import * as z from 'zod/mini';

export const nameSchema = z.object({ name: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(100, 'tooLong')) });
