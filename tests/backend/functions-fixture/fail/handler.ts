export function handler(): Response {
  throw new Error('Kundin Müller hat IBAN DE00');
}
