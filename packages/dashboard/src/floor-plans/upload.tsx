import { call } from '../api.js';
import { FileButton } from '../ui/forms/file-button.jsx';
import { useChange } from '../ui/forms/form.js';
import { Failure } from '../ui/parts/failure.jsx';
import { Problem } from '../ui/parts/text.jsx';
import { DrawingError, drawingOf } from './drawing.js';

/** Chooses a file, and puts it in place of the drawing. */
export function Upload({ id, children }: { id: number; children: string }) {
  const upload = useChange(
    async (file: File) => call('PUT', `/locations/${id}/plan/image`, { body: await drawingOf(file) }),
    ['floor-plan', 'floor-plans'],
  );
  return (
    <>
      <FileButton
        accept="image/png,image/jpeg,image/webp,application/pdf"
        isBusy={upload.isPending}
        onFile={upload.mutate}
      >
        {children}
      </FileButton>
      {upload.error instanceof DrawingError && <Problem role="alert">{upload.error.message}</Problem>}
      {upload.isError && !(upload.error instanceof DrawingError) && <Failure error={upload.error} />}
    </>
  );
}
