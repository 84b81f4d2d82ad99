/** The version of the app that runs here. */
export { version as appVersion } from '#package';
