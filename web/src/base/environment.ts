/** Which of the two environments these pages belong to: the server writes it into the document. */

export const isSandbox = document.querySelector<HTMLMetaElement>('meta[name=environment]')?.content === 'sandbox';
