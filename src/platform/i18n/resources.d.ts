import 'i18next';

/** English is the shape of the texts: a key that does not exist there does not compile. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      common: typeof import('#locales/en/common.json');
      navigation: typeof import('#locales/en/navigation.json');
      auth: typeof import('#locales/en/auth.json');
      company: typeof import('#locales/en/company.json');
      errors: typeof import('#locales/en/errors.json');
      vendors: typeof import('#locales/en/vendors.json');
      customers: typeof import('#locales/en/customers.json');
      categories: typeof import('#locales/en/categories.json');
      expenses: typeof import('#locales/en/expenses.json');
      sync: typeof import('#locales/en/sync.json');
      settings: typeof import('#locales/en/settings.json');
    };
  }
}
