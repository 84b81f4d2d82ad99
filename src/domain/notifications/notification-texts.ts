/** What mails and push messages about expenses say alike. */
export const NOTIFICATION_TEXTS = {
  en: {
    toApprove: (count: number) => (count === 1 ? 'An expense awaits your approval' : `${count} expenses await your approval`),
    own: (count: number) => `News about ${count} of your expenses`,
    steps: {
      submitted: 'An expense awaits your approval',
      approved: 'Your expense was approved',
      rejected: 'Your expense was rejected',
      reimbursed: 'Your expense was reimbursed',
    },
  },
  de: {
    toApprove: (count: number) =>
      count === 1 ? 'Eine Ausgabe wartet auf Ihre Genehmigung' : `${count} Ausgaben warten auf Ihre Genehmigung`,
    own: (count: number) => `Neues zu ${count} Ihrer Ausgaben`,
    steps: {
      submitted: 'Eine Ausgabe wartet auf Ihre Genehmigung',
      approved: 'Ihre Ausgabe wurde genehmigt',
      rejected: 'Ihre Ausgabe wurde abgelehnt',
      reimbursed: 'Ihre Ausgabe wurde erstattet',
    },
  },
} as const;
