import { useEffect, useRef } from 'preact/hooks';

/** Has the browser ask before the page is left, as long as there are changes; `drop` gives them up. */
export function useLeaveWarning(isChanged: boolean): { drop: () => void } {
  const isDropped = useRef(false);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (!isDropped.current) event.preventDefault();
    };
    if (!isChanged) return undefined;
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);
  return {
    drop: () => {
      isDropped.current = true;
    },
  };
}
