declare global {
  namespace App {
    interface Locals {
      user: { name: string; login: string; dashboards: string[] } | null;
    }
  }
}

export {};
