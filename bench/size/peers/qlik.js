// The page has <qlik-embed>, and the tenant's address in the script's data attributes.
import '@qlik/embed-web-components';
