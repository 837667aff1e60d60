import { addLocale } from './dashboard-texts.ts';

/** The texts in Spanish. */
export default addLocale('es', {
  label: 'Panel',
  loading: 'Cargando…',
  trying: 'Seguimos intentándolo…',
  expired: 'Este panel ha caducado.',
  'logged-out': 'Se ha cerrado tu sesión.',
  forbidden: 'No tienes acceso a este panel.',
  'forbidden-selection': 'No tienes acceso a esta selección.',
  'not-found': 'Este panel no existe.',
  offline: 'No tienes conexión.',
  unavailable: 'Este panel no está disponible en este momento.',
  broken: 'No se puede mostrar este panel.',
  retry: 'Nuevo intento {time}.',
  reload: 'Reintentar',
  login: 'Iniciar sesión',
});
