import 'embedded-dashboard/vue';
