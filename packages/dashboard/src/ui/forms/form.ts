import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RequestError } from '../../api.js';

/** A change, after which these lists are read again. */
export function useChange<Input, Output = unknown>(
  change: (input: Input) => Promise<Output>,
  keys: readonly string[],
  onDone?: (output: Output) => void,
) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: change,
    onSuccess: async (output) => {
      await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
      onDone?.(output);
    },
  });
  const refused = mutation.error instanceof RequestError ? mutation.error : null;
  return {
    ...mutation,
    /** What is wrong with a field, if that is what is wrong. */
    fault: (field: string) => refused?.of(field),
    /** What is wrong with an entry of these lists, likewise. */
    faultWithin: (...lists: string[]) =>
      refused?.details.find(({ field }) => lists.some((list) => field.startsWith(list)))?.message,
    /** What is wrong, where no field says it. */
    general: mutation.isError && !refused?.details.some(({ field }) => field !== '') ? mutation.error : null,
  };
}

/** What a field needs to show a text, to take another, and to say what is wrong with it. */
export const field = <T extends string>(value: T, set: (value: T) => void, error?: string) => ({
  value,
  error,
  onChange: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value as T),
});

/** As its `ref`: a field that has the focus as soon as it is there. */
export const focused = (input: HTMLElement | null): void => input?.focus();
