/** 71 characters: lists, cards and documents have to cope with it. */
export const LONG_NAME = 'Süddeutsche Büro- und Schreibwarengroßhandlung Jäger & Söhne GmbH & Co.';

export const LONG_CUSTOMER = 'Gemeinnützige Wohnungsbaugenossenschaft „Moorblick“ Altona-Övelgönne eG';
