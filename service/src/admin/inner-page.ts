/** Matches the address of a page of the back office. A login redirects to no other address. */
export const INNER_PAGE = /^[\w-]+(\/[\w-]+)*(\?[\w=&%.+-]*)?$/;
