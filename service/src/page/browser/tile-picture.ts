import { toFileName } from '../file-name.ts';

/**
 * Saves a picture of the server as PNG, in the pixels of the screen.
 * @throws {DOMException} if the server does not send the picture.
 */
export async function savePng(url: string, title: string): Promise<void> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const canvas = document.createElement('canvas');
  const scale = Math.max(1, devicePixelRatio);
  canvas.width = picture.naturalWidth * scale;
  canvas.height = picture.naturalHeight * scale;
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file!);
  link.download = toFileName(title, 'png');
  link.click();
  URL.revokeObjectURL(link.href);
}
