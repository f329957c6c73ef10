/** Declared here, as npm leaves the package out where no compiler is (its epoll is built at install): all else builds. */
declare module 'onoff' {
  const onoff: import('./gpio-sysfs.js').OnoffModule;
  export default onoff;
}
