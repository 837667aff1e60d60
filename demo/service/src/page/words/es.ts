import type { PageWords } from './page-words.ts';

export const es: PageWords = {
  noData: 'Sin datos',
  noDataFor: 'Sin datos para {values}',
  rowLimit: 'Solo se muestran las primeras {count} filas.',
  category: 'Categoría',
  other: 'Otros',
  negativeShares: 'Los valores negativos no se pueden mostrar como partes',
  onlyZeros: 'Todos los valores son cero',
  up: 'aumento',
  down: 'descenso',
  unchanged: 'sin cambios',
  points: '{number} p. p.',
  'time-limit': 'Esto ha tardado demasiado',
  parameters: 'No se puede mostrar con estos valores',
  connection: 'No se puede acceder a los datos',
  failed: 'No se puede mostrar',
  tryLater: 'Inténtelo de nuevo más tarde.',
  closedTitle: 'Este panel ya no está abierto',
  closedText:
    'Su acceso ha caducado o ha finalizado. Vuelva a la aplicación y abra el panel de nuevo.',
  unavailableTitle: 'Este panel no está disponible en este momento',
  unavailableText: 'Se volverá a intentar en unos segundos.',
};
