/** Lets a program end although a timer is set; where timers are numbers, as in workerd, none holds a program. */
export function unheld(timer: NodeJS.Timeout): NodeJS.Timeout {
  if (typeof timer === 'object') timer.unref();
  return timer;
}
