import { type RefObject, useEffect, useRef } from 'react';
import { moved, type Window, wheelFactor, zoomed } from './window.rules.js';

/** A press that moves less is a press. */
const STILL_PX = 4;

/**
 * The wheel zooms about the pointer, or moves where it turns sideways; a drag moves; two fingers do both. The page itself
 * still scrolls up and down by a finger.
 */
export function useGestures(
  box: RefObject<HTMLElement | null>,
  now: () => number,
  change: (next: (window: Window) => Window) => void,
): void {
  const latest = useRef(change);
  latest.current = change;
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const fingers = new Map<number, number>();
    let isDrag = false;
    const width = () => element.getBoundingClientRect().width || 1;
    const share = (x: number) => (x - element.getBoundingClientRect().left) / width();
    const apply = (next: (window: Window) => Window) => latest.current(next);

    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const perPixel = event.deltaMode === 1 ? 16 : 1;
      const [x, y] = [event.deltaX * perPixel, event.deltaY * perPixel];
      if (Math.abs(x) > Math.abs(y)) apply((window) => moved(window, x / width(), now()));
      else apply((window) => zoomed(window, wheelFactor(y), share(event.clientX), now()));
    };
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0) return;
      fingers.set(event.pointerId, event.clientX);
      if (fingers.size === 1) isDrag = false;
    };
    const onMove = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId);
      if (before === undefined) return;
      const x = event.clientX;
      const [other] = [...fingers].filter(([id]) => id !== event.pointerId);
      if (other) {
        const [was, is] = [Math.abs(before - other[1]), Math.abs(x - other[1])];
        isDrag = true;
        if (was > 0 && is > 0) apply((window) => zoomed(window, was / is, share((x + other[1]) / 2), now()));
      } else if (isDrag || Math.abs(x - before) >= STILL_PX) {
        isDrag = true;
        apply((window) => moved(window, (before - x) / width(), now()));
      } else return;
      if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, x);
    };
    const onUp = (event: PointerEvent) => fingers.delete(event.pointerId);
    // What was dragged is no press on what lies below.
    const onClick = (event: MouseEvent) => {
      if (!isDrag) return;
      isDrag = false;
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('pointercancel', onUp);
    element.addEventListener('click', onClick, true);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('pointercancel', onUp);
      element.removeEventListener('click', onClick, true);
    };
  }, [box, now]);
}
