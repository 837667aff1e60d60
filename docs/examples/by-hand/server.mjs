import express from 'express';

const { DASHBOARD_URL, DASHBOARD_API_KEY } = process.env;
const app = express();
app.get('/token/:guid', async (req, res) => {
  const address = `${DASHBOARD_URL}/Api/GetToken/${DASHBOARD_API_KEY}/session-1/${req.params.guid}`;
  const answer = await fetch(address, { method: 'POST' });
  res.send(await answer.text());
});
app.use(express.static('by-hand'));
app.listen(3000, 'localhost');
