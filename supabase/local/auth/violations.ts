import { DatabaseError } from '#local/db/database-error.ts';

export const isUniqueViolation = (error: unknown) => error instanceof DatabaseError && error.code === '23505';
export const isForeignKeyViolation = (error: unknown) => error instanceof DatabaseError && error.code === '23503';
