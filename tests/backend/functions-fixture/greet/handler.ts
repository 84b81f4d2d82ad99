import * as z from 'zod/mini';
import { AppError } from '#domain/errors.ts';

const body = z.object({ name: z.string() });

/** Uses Web APIs and the domain layer only, as every function does. */
export async function handler(request: Request, env: Readonly<Record<string, string>>): Promise<Response> {
  const parsed = body.safeParse(await request.json());
  if (!parsed.success) return Response.json({ error: new AppError('invalid_input').code }, { status: 422 });
  return Response.json({
    greeting: `Hallo ${parsed.data.name}`,
    env: Object.keys(env),
    authorization: request.headers.get('authorization'),
  });
}
