import type { PageWords } from './page-words.ts';

export const vi: PageWords = {
  noData: 'Không có dữ liệu',
  noDataFor: 'Không có dữ liệu cho {values}',
  rowLimit: 'Chỉ hiển thị {count} hàng đầu tiên.',
  category: 'Danh mục',
  other: 'Khác',
  negativeShares: 'Không thể hiển thị giá trị âm dưới dạng tỷ lệ',
  onlyZeros: 'Tất cả giá trị đều bằng 0',
  up: 'tăng',
  down: 'giảm',
  unchanged: 'không đổi',
  points: '{number} điểm %',
  'time-limit': 'Mất quá nhiều thời gian',
  parameters: 'Không thể hiển thị với các giá trị này',
  connection: 'Không thể truy cập dữ liệu',
  failed: 'Không thể hiển thị',
  tryLater: 'Vui lòng thử lại sau.',
  closedTitle: 'Bảng điều khiển này không còn mở',
  closedText:
    'Quyền truy cập của bạn đã hết hạn hoặc đã kết thúc. Hãy quay lại ứng dụng và mở lại bảng điều khiển.',
  unavailableTitle: 'Bảng điều khiển này hiện không khả dụng',
  unavailableText: 'Sẽ thử lại sau vài giây.',
};
