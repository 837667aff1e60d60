import { addLocale } from './dashboard-texts.ts';

/** The texts in Vietnamese. */
export default addLocale('vi', {
  label: 'Bảng điều khiển',
  loading: 'Đang tải…',
  trying: 'Vẫn đang thử…',
  expired: 'Bảng điều khiển này đã hết hạn.',
  'logged-out': 'Bạn đã bị đăng xuất.',
  forbidden: 'Bạn không có quyền truy cập bảng điều khiển này.',
  'forbidden-selection': 'Bạn không có quyền truy cập lựa chọn này.',
  'not-found': 'Bảng điều khiển này không tồn tại.',
  offline: 'Bạn đang ngoại tuyến.',
  unavailable: 'Bảng điều khiển này hiện không khả dụng.',
  broken: 'Không thể hiển thị bảng điều khiển này.',
  retry: 'Sẽ thử lại {time}.',
  reload: 'Thử lại',
  login: 'Đăng nhập',
});
